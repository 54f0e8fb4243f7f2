import { defineConfig } from 'vitepress'
import llmstxt from 'vitepress-plugin-llms'

const base = '/example-project/'
const root = 'https://example-user.github.io' + base

export default defineConfig({
  title: 'Example Project',
  description: 'Example Project writes down the checksum of every file in a folder.',
  lang: 'en',
  base,
  cleanUrls: true,
  lastUpdated: false,
  sitemap: { hostname: root },
  head: [['link', { rel: 'icon', href: base + 'favicon.png' }]],
  themeConfig: {
    nav: [{ text: 'Guide', link: '/guide/' }],
    sidebar: [{
      text: 'Guide',
      items: [
        { text: 'Install', link: '/guide/install' },
        { text: 'Lists and [marks]', link: '/guide/lists' },
        { text: 'Exit status', link: '/guide/exit-status' },
      ],
    }],
  },
  transformHead({ pageData, title, description }) {
    if (pageData.relativePath === '404.md') return
    const url = root + pageData.relativePath.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '')
    return [
      ['link', { rel: 'canonical', href: url }],
      ['meta', { property: 'og:title', content: title }],
      ['meta', { property: 'og:description', content: description }],
      ['meta', { property: 'og:url', content: url }],
      ['meta', { property: 'og:image', content: root + 'card.png' }],
      ['meta', { property: 'og:type', content: 'website' }],
    ]
  },
  vite: { plugins: [llmstxt({ domain: 'https://example-user.github.io' })] },
})
