package serve

import (
	"path"
	"strings"
)

// contentTypes are those that GitHub Pages sends (mime-db 1.54); it knows no
// others for a site, and none can be set.
var contentTypes = map[string]string{
	".atom": "application/atom+xml", ".avif": "image/avif", ".bmp": "image/bmp", ".css": "text/css; charset=utf-8",
	".csv": "text/csv; charset=utf-8", ".eot": "application/vnd.ms-fontobject", ".epub": "application/epub+zip", ".gif": "image/gif",
	".gz": "application/gzip", ".htm": "text/html; charset=utf-8", ".html": "text/html; charset=utf-8", ".ico": "image/vnd.microsoft.icon",
	".ics": "text/calendar; charset=utf-8", ".jpeg": "image/jpeg", ".jpg": "image/jpeg", ".js": "application/javascript; charset=utf-8",
	".json": "application/json; charset=utf-8", ".jsonld": "application/ld+json", ".map": "application/json; charset=utf-8",
	".md": "text/markdown; charset=utf-8", ".mjs": "application/javascript; charset=utf-8", ".mp3": "audio/mpeg", ".mp4": "video/mp4",
	".ogg": "audio/ogg", ".otf": "font/otf", ".pdf": "application/pdf", ".png": "image/png", ".rss": "application/rss+xml",
	".svg": "image/svg+xml", ".tar": "application/x-tar", ".toml": "application/toml", ".ttf": "font/ttf",
	".txt": "text/plain; charset=utf-8", ".wasm": "application/wasm", ".wav": "audio/wav", ".webm": "video/webm",
	".webmanifest": "application/manifest+json", ".webp": "image/webp", ".woff": "font/woff", ".woff2": "font/woff2",
	".xhtml": "application/xhtml+xml", ".xml": "application/xml", ".yaml": "text/yaml", ".yml": "text/yaml", ".zip": "application/zip",
}

// ContentType is the media type with which GitHub Pages serves a file of that
// name.
func ContentType(name string) string {
	if t, ok := contentTypes[strings.ToLower(path.Ext(name))]; ok {
		return t
	}
	return "application/octet-stream"
}
