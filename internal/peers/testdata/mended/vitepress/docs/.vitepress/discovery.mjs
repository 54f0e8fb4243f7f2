import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

// What the site says of itself. root is SITE_ROOT: every URL is built from it.
export const site = {
  root: 'https://example-user.github.io/example-project/',
  owner: 'example-user',
  repo: 'example-project',
  title: 'Example Project',
  description: 'Example Project writes down the checksum of every file in a folder.',
}

const pages = []

const pathOf = (file) => file.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '')

// head returns the tags of a page and remembers the page for the files below.
export function head({ pageData, title, description }) {
  if (pageData.relativePath === '404.md') return [['meta', { name: 'robots', content: 'noindex' }]]
  const url = site.root + pathOf(pageData.relativePath)
  const type = url === site.root ? 'WebSite' : 'WebPage'
  pages.push({ url, type, title: pageData.title, description, source: 'docs/' + pageData.relativePath })
  return [
    ['meta', { name: 'robots', content: 'index, follow' }],
    ['link', { rel: 'canonical', href: url }],
    ['link', { rel: 'alternate', type: 'text/plain', href: site.root + 'llms.txt', title: 'LLM-readable index' }],
    ['link', { rel: 'alternate', type: 'application/json', href: site.root + 'raw-manifest.json', title: 'Machine-readable manifest' }],
    ['link', { rel: 'describedby', href: site.root + 'llms.txt' }],
    ['link', { rel: 'icon', href: site.root + 'favicon.png' }],
    ['meta', { property: 'og:title', content: title }],
    ['meta', { property: 'og:description', content: description }],
    ['meta', { property: 'og:url', content: url }],
    ['meta', { property: 'og:image', content: site.root + 'card.png' }],
    ['meta', { property: 'og:type', content: 'website' }],
    ['script', { type: 'application/ld+json' }, JSON.stringify({
      '@context': 'https://schema.org', '@type': type, name: pageData.title, description, url,
    })],
  ]
}

// html escapes the quotation marks of a description, which VitePress writes as they are.
export function html(code, id, { pageData, siteData }) {
  const text = pageData.description || siteData.description
  return code.replace(`content="${text}"`, () => `content="${text.replaceAll('"', '&quot;')}"`)
}

// files writes what machines read: llms.txt, raw-manifest.json and robots.txt.
export function files({ outDir }) {
  const { root, owner, repo, title, description } = site
  const write = (name, text) => writeFileSync(join(outDir, name), text)
  pages.sort((a, b) => (a.url < b.url ? -1 : 1))
  const link = (p) => `- [${p.title.replaceAll('[', '&#91;').replaceAll(']', '&#93;')}](${p.url}): ${p.description}\n`
  write('llms.txt', `# ${title}\n\n> ${description}\n\nThe pages of the site, each with one sentence.\n\n## Pages\n\n` + pages.map(link).join(''))
  write('robots.txt', `# Companion of a project site, not authoritative: crawlers read only ${new URL('/robots.txt', root)}
User-agent: *
Allow: /

Sitemap: ${root}sitemap.xml
`)
  write('raw-manifest.json', JSON.stringify({
    $schema: 'https://discovery-set.github.io/hugo-discovery/schema/raw-manifest.schema.json',
    schema_version: '1',
    protocol: { name: 'GitHub Pages Discovery Set Protocol', version: 'v1' },
    name: title,
    description,
    url: root,
    type: 'SITE',
    language: 'en',
    deployment: {
      provider: 'github-pages', owner, repo,
      pages_type: 'PROJECT_SITE', custom_domain: 'NONE',
      domain_root: new URL('/', root).href, site_root: root, project_root: new URL(root).pathname,
      discovery_root: root, controls_domain_root: false,
    },
    discovery: {
      llms: root + 'llms.txt', raw_manifest: root + 'raw-manifest.json', sitemap: root + 'sitemap.xml',
      robots: { url: root + 'robots.txt', role: 'companion' },
    },
    pages: pages.map((p) => ({
      url: p.url, title: p.title, description: p.description, language: 'en', role: 'editorial', json_ld_type: p.type, source: p.source,
    })),
    excluded: [],
  }, null, 2) + '\n')
}
