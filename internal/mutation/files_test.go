package mutation_test

import "strings"

// The four files of the set, with the numbers that want them in their place.
var setFiles = []struct{ name, refs, copies string }{
	{"index.html", "R092 R124 R159", ""},
	{"llms.txt", "R093 R124", "R160 R162"},
	{"raw-manifest.json", "R094 R124 R163", "R163 R165"},
	{"sitemap.xml", "R095 R124 R156 R157", "R166"},
}

// fileBreaks are the faults of where the files lie and whether they can be
// read: R092 to R096, R124, R159 to R169, E02, E12.
func fileBreaks(base *tree) []brk {
	var all []brk
	for _, f := range setFiles {
		add := func(name, refs string, apply func(*tree)) {
			all = append(all, brk{name: f.name + " " + name, refs: refs, apply: apply, wide: f.name == "index.html"})
		}
		add("removed", f.refs, func(t *tree) { t.remove(f.name) })
		add("in capitals", f.refs+" E02", func(t *tree) { t.move(f.name, strings.ToUpper(f.name)) })
		add("capitalised", f.refs+" E02", func(t *tree) { t.move(f.name, strings.ToUpper(f.name[:1])+f.name[1:]) })
		add("empty", f.refs+" R161 R077", func(t *tree) { t.set(f.name, "") })
		add("blank", f.refs+" R161 R077", func(t *tree) { t.set(f.name, "\n\n  \n") })
		add("a link", f.refs+" E12 E13", func(t *tree) {
			t.move(f.name, "real-"+strings.TrimSuffix(f.name, ".html")+".bin")
			t.links[f.name] = "real-" + strings.TrimSuffix(f.name, ".html") + ".bin"
		})
		add("a folder", f.refs, func(t *tree) { t.remove(f.name); t.set(f.name+"/readme.txt", "x") })
		if f.name == "index.html" {
			continue
		}
		add("misspelt", f.refs, func(t *tree) { t.move(f.name, "x"+f.name) })
		add("with a space", f.refs, func(t *tree) { t.move(f.name, f.name+" ") })
		for _, dir := range []string{"assets/", ".well-known/", "docs/", "static/"} {
			refs := f.copies
			if dir == "assets/" {
				refs += " R162 R165 R166"
			}
			add("moved to "+dir, f.refs+" "+refs, func(t *tree) { t.move(f.name, dir+f.name) })
			add("copied to "+dir, refs, func(t *tree) { t.copy(f.name, dir+f.name) })
		}
		add("also in capitals", f.copies+" E02", func(t *tree) { t.copy(f.name, strings.ToUpper(f.name)) })
		add("an HTML page", f.refs+" R161 R164 E10", func(t *tree) { t.copy("404.html", f.name) })
		add("in UTF-16", f.refs, func(t *tree) { t.set(f.name, utf16(t.files[f.name])) })
		add("with a NUL", f.refs, func(t *tree) { t.edit(f.name, "Example", "Exam\x00ple") })
		if f.name == "sitemap.xml" {
			all = all[:len(all)-1] // it says no such word
			add("with a NUL", f.refs, func(t *tree) { t.edit(f.name, "<loc>", "<loc>\x00") })
			add("in Latin-1", f.refs+" R156 R157 E04", func(t *tree) { t.edit(f.name, "<url>", "<url><!-- caf\xe9 -->") })
			add("truncated", f.refs, func(t *tree) { t.set(f.name, t.files[f.name][:len(t.files[f.name])/2]) })
			add("after a byte order mark", "R156 R157", func(t *tree) { t.prefix(f.name, "\ufeff") })
			continue
		}
		add("in Latin-1", f.refs+" E10", func(t *tree) { t.edit(f.name, "Turns", "Turns caf\xe9") })
		if f.name == "raw-manifest.json" {
			add("truncated", f.refs, func(t *tree) { t.set(f.name, t.files[f.name][:len(t.files[f.name])/2]) })
			add("after a byte order mark", f.refs, func(t *tree) { t.prefix(f.name, "\ufeff") })
		}
	}
	add := func(name, refs string, apply func(*tree)) {
		all = append(all, brk{name: name, refs: refs, apply: apply})
	}
	for _, dir := range []string{"docs/", "assets/", ".well-known/"} {
		add("robots.txt copied to "+dir, "R168 R169", func(t *tree) { t.copy("robots.txt", dir+"robots.txt") })
		add("robots.txt moved to "+dir, "R168 R169 R066 R096 R125", func(t *tree) { t.move("robots.txt", dir+"robots.txt") })
	}
	add("Robots.txt", "R168 R169 R066 E02", func(t *tree) { t.move("robots.txt", "Robots.txt") })
	add("og.png missing", "R087 R118 E01", func(t *tree) { t.remove("og.png") })
	add("og.png in capitals", "E02 E01 R087 R118", func(t *tree) { t.move("og.png", "OG.png") })
	add("favicon.png missing", "R091 R119 E01", func(t *tree) { t.remove("favicon.png") })
	add("favicon.png in capitals", "E02 R091 R119 E01", func(t *tree) { t.move("favicon.png", "Favicon.PNG") })
	for i := range all[len(all)-4:] {
		all[len(all)-1-i].wide = true
	}
	return all
}

func utf16(s string) string {
	b := []byte{0xff, 0xfe}
	for _, r := range s {
		b = append(b, byte(r), byte(r>>8))
	}
	return string(b)
}
