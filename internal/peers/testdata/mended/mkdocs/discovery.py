"""Writes llms.txt, raw-manifest.json and robots.txt beside the pages, in the order of the navigation."""

import json
import os
from urllib.parse import urljoin, urlsplit

OWNER, REPO = "example-user", "example-project"

pages = []


def on_nav(nav, config, files):
    pages[:] = nav.pages  # in its order


def on_post_build(config):
    root = config["site_url"]
    name, description = config["site_name"], config["site_description"]

    def write(path, text):
        with open(os.path.join(config["site_dir"], path), "w", encoding="utf-8") as file:
            file.write(text)

    def link(page):
        title = page.meta["title"].replace("[", "&#91;").replace("]", "&#93;")
        return f"- [{title}]({page.canonical_url}): {page.meta['description']}\n"

    write(
        "llms.txt",
        f"# {name}\n\n> {description}\n\nThe pages of the site, each with one sentence.\n\n## Pages\n\n"
        + "".join(link(page) for page in pages),
    )
    write(
        "robots.txt",
        f"# Companion of a project site, not authoritative: crawlers read only {urljoin(root, '/robots.txt')}\n"
        f"User-agent: *\nAllow: /\n\nSitemap: {root}sitemap.xml\n",
    )
    manifest = {
        "$schema": "https://discovery-set.github.io/hugo-discovery/schema/raw-manifest.schema.json",
        "schema_version": "1",
        "protocol": {"name": "GitHub Pages Discovery Set Protocol", "version": "v1"},
        "name": name,
        "description": description,
        "url": root,
        "type": "SITE",
        "language": "en",
        "deployment": {
            "provider": "github-pages",
            "owner": OWNER,
            "repo": REPO,
            "pages_type": "PROJECT_SITE",
            "custom_domain": "NONE",
            "domain_root": urljoin(root, "/"),
            "site_root": root,
            "project_root": urlsplit(root).path,
            "discovery_root": root,
            "controls_domain_root": False,
        },
        "discovery": {
            "llms": root + "llms.txt",
            "raw_manifest": root + "raw-manifest.json",
            "sitemap": root + "sitemap.xml",
            "robots": {"url": root + "robots.txt", "role": "companion"},
        },
        "pages": [
            {
                "url": page.canonical_url,
                "title": page.meta["title"],
                "description": page.meta["description"],
                "language": "en",
                "role": "editorial",
                "json_ld_type": "WebSite" if page.is_homepage else "WebPage",
                "source": "docs/" + page.file.src_path,
            }
            for page in pages
        ],
        "excluded": [],
    }
    write("raw-manifest.json", json.dumps(manifest, indent=2, ensure_ascii=False) + "\n")
