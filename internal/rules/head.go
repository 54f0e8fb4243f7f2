package rules

var headRules = []Rule{
	{
		ID: "head/title", Refs: []string{"R077", "R108"}, Severity: Error,
		Summary: "Every canonical page has a title that is not blank.",
		Page:    title,
	},
	{
		ID: "head/title-duplicate", Refs: []string{"R108"}, Severity: Warning,
		Summary: "No two canonical pages of one language share a title.",
		Tree:    titleDuplicate,
	},
	{
		ID: "head/description", Refs: []string{"R078", "R109"}, Severity: Error,
		Summary: "Every canonical page has a meta description that is not blank.",
		Page:    description,
	},
	{
		ID: "head/description-duplicate", Refs: []string{"R109"}, Severity: Warning,
		Summary: "No two canonical pages of one language share a meta description.",
		Tree:    descriptionDuplicate,
	},
	{
		ID: "head/robots", Refs: []string{"R079", "R110"}, Severity: Error,
		Summary: "Every canonical page tells crawlers to index it and to follow its links.",
		Page:    robotsMeta,
	},
	{
		ID: "head/robots-extra", Refs: []string{"R079", "R110"}, Severity: Warning,
		Summary: "The robots tag says index, follow and nothing else.",
		Page:    robotsExtra,
	},
	{
		ID: "head/canonical", Refs: []string{"R080", "R111", "R135", "R045", "R026"}, Severity: Error,
		Summary: "Every canonical page names its own absolute URL as canonical.",
		Page:    canonical,
	},
	{
		ID: "head/canonical-shared", Refs: []string{"R111", "R075"}, Severity: Error,
		Summary: "No page claims the canonical URL of another page of the tree.",
		Page:    canonicalShared,
	},
	{
		ID: "head/alternate-llms", Refs: []string{"R081", "R112"}, Severity: Error,
		Summary: "Every canonical page has an alternate link of type text/plain to llms.txt.",
		Page:    alternateLLMS,
	},
	{
		ID: "head/alternate-manifest", Refs: []string{"R082", "R113"}, Severity: Error,
		Summary: "Every canonical page has an alternate link of type application/json to raw-manifest.json.",
		Page:    alternateManifest,
	},
	{
		ID: "head/alternate-title", Refs: []string{"R081", "R082"}, Severity: Warning,
		Summary: "The alternate links of a PAGE carry the protocol's titles.",
		Tree:    alternateTitle,
	},
	{
		ID: "head/describedby", Refs: []string{"E11"}, Severity: Info,
		Summary: "Every canonical page names llms.txt by a describedby link too.",
		Page:    describedby,
	},
	{
		ID: "head/og-title", Refs: []string{"R083", "R114"}, Severity: Error,
		Summary: "Every canonical page has an og:title that is not blank.",
		Page:    ogTitle,
	},
	{
		ID: "head/og-title-duplicate", Refs: []string{"R114"}, Severity: Warning,
		Summary: "No two canonical pages of one language share an og:title.",
		Tree:    ogTitleDuplicate,
	},
	{
		ID: "head/og-description", Refs: []string{"R084", "R115"}, Severity: Error,
		Summary: "Every canonical page has an og:description that is not blank.",
		Page:    ogDescription,
	},
	{
		ID: "head/og-description-duplicate", Refs: []string{"R115"}, Severity: Warning,
		Summary: "No two canonical pages of one language share an og:description.",
		Tree:    ogDescriptionDuplicate,
	},
	{
		ID: "head/og-type", Refs: []string{"R085", "R116"}, Severity: Error,
		Summary: "The og:type of every canonical page is website.",
		Page:    ogType,
	},
	{
		ID: "head/og-url", Refs: []string{"R086", "R117", "R136"}, Severity: Error,
		Summary: "Every canonical page names its own absolute URL as og:url.",
		Page:    ogURL,
	},
	{
		ID: "head/og-image", Refs: []string{"R087", "R118", "R137", "E01", "E02", "E12"}, Severity: Error,
		Summary: "Every canonical page has an og:image: the absolute URL of an image that is there.",
		Page:    ogImage,
	},
	{
		ID: "head/og-attribute", Refs: []string{"R083"}, Severity: Warning,
		Summary: "Open Graph tags are named by the attribute property.",
		Page:    ogAttribute,
	},
	{
		ID: "head/favicon", Refs: []string{"R091", "R119", "E01", "E02"}, Severity: Error,
		Summary: "Every canonical page links an icon that is there.",
		Page:    favicon,
	},
	{
		ID: "head/duplicate", Refs: []string{"E16"}, Severity: Error,
		Summary: "No tag that says one thing of the page stands in it twice.",
		Page:    duplicateTag, EveryPage: true,
	},
	{
		ID: "head/placement", Refs: []string{"E17"}, Severity: Error,
		Summary: "What belongs into the head stands in it once the page has been parsed.",
		Page:    placement,
	},
	{
		ID: "head/base", Refs: []string{"R062", "R064"}, Severity: Warning,
		Summary: "No base element makes relative links start elsewhere than at the page.",
		Page:    baseElement,
	},
}
