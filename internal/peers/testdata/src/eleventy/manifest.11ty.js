// raw-manifest.json, from the same list of pages as everything else.
export const data = { permalink: 'raw-manifest.json' }

export function render({ site, collections }) {
  const url = (path) => site.root + path.slice(1)
  return JSON.stringify({
    $schema: 'https://discovery-set.github.io/hugo-discovery/schema/raw-manifest.schema.json',
    schema_version: '1',
    protocol: { name: 'GitHub Pages Discovery Set Protocol', version: 'v1' },
    name: site.name,
    description: site.description,
    url: site.root,
    type: 'SITE',
    language: 'en',
    deployment: {
      provider: 'github-pages',
      owner: site.owner,
      repo: site.repo,
      pages_type: 'PROJECT_SITE',
      custom_domain: 'NONE',
      domain_root: new URL('/', site.root).href,
      site_root: site.root,
      project_root: new URL(site.root).pathname,
      discovery_root: site.root,
      controls_domain_root: false,
    },
    discovery: {
      llms: url('/llms.txt'),
      raw_manifest: url('/raw-manifest.json'),
      sitemap: url('/sitemap.xml'),
      robots: { url: url('/robots.txt'), role: 'companion' },
    },
    pages: collections.listed.map((page) => ({
      url: url(page.url),
      title: page.data.title,
      description: page.data.description,
      language: 'en',
      role: 'editorial',
      json_ld_type: page.url === '/' ? 'WebSite' : 'WebPage',
      source: page.inputPath.slice(2),
    })),
    excluded: [],
  }, null, 2) + '\n'
}
