package jsonld

// Vocabulary of schema.org, as far as the table of release 30.0 in this folder goes: 42 classes and 358 properties that
// can occur on the pages of a discovery set.

// KnownType says whether the table has the class.
func KnownType(name string) bool { return false }

// KnownProperty says whether the table has the property.
func KnownProperty(name string) bool { return false }

// IsSubtype says whether class name is ancestor itself or below it.
func IsSubtype(name, ancestor string) bool { return false }

// InDomain says whether the property may stand on the class: one of the property's domains is the class or above it. It is
// false for a property or class that the table lacks; ask KnownProperty and KnownType first.
func InDomain(property, class string) bool { return false }

// Domains are the classes that the property belongs to, in the order of the alphabet; nil where it is unknown.
func Domains(property string) []string { return nil }

// SupersededBy is the property that replaced this one, "" where none did.
func SupersededBy(property string) string { return "" }
