package report_test

import (
	"fmt"
	"io"
	"testing"

	"github.com/discovery-set/hugo-discovery/internal/report"
	"github.com/discovery-set/hugo-discovery/internal/rules"
)

// BenchmarkWrite writes 1,000 findings in each format.
func BenchmarkWrite(b *testing.B) {
	result, material := example()
	const most = 1_000
	for i := range most {
		result.Findings = append(result.Findings, finding("links/broken", rules.Warning, fmt.Sprintf("docs/page-%04d/index.html", i), 80, `see <a href="../gone/">the old page</a>`, 14))
	}
	for _, format := range report.Names() {
		b.Run(format, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := report.Write(io.Discard, format, result, report.Options{FailOn: rules.Error, All: true, Material: material}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
