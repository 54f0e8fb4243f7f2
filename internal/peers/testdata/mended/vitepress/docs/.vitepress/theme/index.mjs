import { h } from 'vue'
import DefaultTheme from 'vitepress/theme'

const root = 'https://example-user.github.io/example-project/'

// The default theme, with the row of links for machines below each page.
export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, {
    'layout-bottom': () => h('footer', { style: 'padding: 1rem; text-align: center' }, [
      h('div', { class: 'machine-links', role: 'group', 'aria-label': 'Machine-readable files', style: 'font-size: small' }, [
        h('a', { href: root + 'llms.txt' }, 'llms.txt'), ' ',
        h('a', { href: root + 'raw-manifest.json' }, 'manifest'), ' ',
        h('a', { href: root + 'sitemap.xml' }, 'sitemap'),
      ]),
    ]),
  }),
}
