// What the whole site says of itself. root is SITE_ROOT: every URL is built from it.
export default {
  root: 'https://example-user.github.io/example-project/',
  owner: 'example-user',
  repo: 'example-project',
  name: 'Example Project',
  description: 'Example Project writes down the checksum of every file in a folder.',
}
