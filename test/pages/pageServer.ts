import { copyScript } from "@fleet/server/platform/pages/copyScript"
import { formScript } from "@fleet/server/platform/pages/formScript"
import { passkeyScript } from "@fleet/server/identity/developers/portal/passkeyScript"
import { markImage } from "@fleet/server/platform/pages/mark"
import { fontPath, iconPath, stylePath } from "@fleet/server/platform/pages/Page"
import { copyScriptPath, formScriptPath, passkeyScriptPath } from "@fleet/server/platform/pages/scriptPaths"
import { style } from "@fleet/server/platform/pages/style"
import { themeCss } from "@fleet/server/platform/pages/Theme"
import { HttpServerResponse } from "effect/http"
import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import type { Page } from "playwright-core"

const font = await readFile(
  createRequire(import.meta.url).resolve("@fontsource-variable/inter/files/inter-latin-wght-normal.woff2")
)

/** Where pages are that no server serves. */
export const pagesOrigin = "http://pages.localhost"

/** Serves states of pages by their names, with all that they load. `look` is the look of `/app/{identifier}`. */
export const servePages = (
  page: Page,
  states: ReadonlyMap<string, HttpServerResponse.HttpServerResponse>,
  look: { readonly logo?: string; readonly accent?: string | null } = {}
) => {
  const kept = (body: string | Buffer, contentType: string) => ({ body, contentType })
  const assets: Readonly<Record<string, { readonly body: string | Buffer; readonly contentType: string }>> = {
    [fontPath]: kept(font, "font/woff2"),
    [formScriptPath]: kept(formScript, "text/javascript"),
    [copyScriptPath]: kept(copyScript, "text/javascript"),
    [passkeyScriptPath]: kept(passkeyScript, "text/javascript"),
    [stylePath]: kept(style, "text/css"),
    [iconPath]: kept(markImage, "image/svg+xml")
  }
  return page.route(`${pagesOrigin}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    if (/^\/app\/[^/]+\/logo$/.test(pathname)) return route.fulfill(kept(look.logo ?? "", "image/svg+xml"))
    if (/^\/app\/[^/]+\/theme\.css$/.test(pathname))
      return route.fulfill(kept(themeCss(look.accent ?? null), "text/css"))
    const asset = assets[pathname]
    if (asset !== undefined) return route.fulfill(asset)
    const state = states.get(pathname.slice(1))
    if (state === undefined) return route.fulfill({ status: 404, body: "" })
    const answer = HttpServerResponse.toWeb(state)
    return route.fulfill({
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: await answer.text()
    })
  })
}
