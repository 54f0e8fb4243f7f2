package htmlfacts

import "testing"

func TestHashFragment(t *testing.T) {
	tests := []struct{ fragment, id string }{
		{"", ""},
		{"install", "install"},
		{"fn:1", "fn:1"},
		{"%C3%BCber", "über"},
		{"%c3%bcber", "über"},
		{"a%20b", "a b"},
		{"100%", "100%"},
		{"%zz", "%zz"},
		{"%4", "%4"},
	}
	for _, test := range tests {
		if HashFragment(test.fragment) != HashID(test.id) {
			t.Errorf("HashFragment(%q) is not the hash of %q", test.fragment, test.id)
		}
	}
	if HashFragment("a") == HashID("b") {
		t.Error("HashFragment tells no fragments apart")
	}
}
