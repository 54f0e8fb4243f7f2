import { HtmlBasePlugin, IdAttributePlugin } from '@11ty/eleventy'

export default function (config) {
  config.addPlugin(HtmlBasePlugin) // puts pathPrefix before links that begin with a slash
  config.addPlugin(IdAttributePlugin) // gives headings the ids that links name
  config.addPassthroughCopy({ img: 'img' })
  // The pages of the site, the home page first. Everything that lists pages uses this list.
  config.addCollection('listed', (api) =>
    api.getFilteredByGlob(['index.md', 'guide/*.md']).sort((a, b) => (a.url < b.url ? -1 : 1)))
  config.addFilter('json', (value) => JSON.stringify(value))
  config.addFilter('linkText', (text) => text.replaceAll('[', '&#91;').replaceAll(']', '&#93;'))
  return { pathPrefix: '/example-project/' }
}
