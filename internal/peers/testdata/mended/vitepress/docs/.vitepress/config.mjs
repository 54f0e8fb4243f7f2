import { defineConfig } from 'vitepress'
import { files, head, html, site } from './discovery.mjs'

export default defineConfig({
  title: site.title,
  description: site.description,
  lang: 'en',
  base: new URL(site.root).pathname,
  cleanUrls: true,
  lastUpdated: false,
  sitemap: { hostname: site.root },
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
  transformHead: head,
  transformHtml: html,
  buildEnd: files,
})
