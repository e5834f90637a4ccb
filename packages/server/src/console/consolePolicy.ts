/**
 * What the console's page may load and whom it may speak to: its own origin, and the service at its own address, which
 * the addresses of live video name. Nothing of it is inline, and no text becomes markup.
 */
export const consolePolicy = (baseUrl: string, portalUrl: string): string => {
  const service = new URL(baseUrl).origin
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "media-src 'self' blob:",
    `connect-src 'self' ${service} ${service.replace(/^http/, "ws")}`,
    "worker-src 'self'",
    `frame-src 'self' ${new URL(portalUrl).origin}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'"
  ].join("; ")
}

/** What goes with the page beside its policy. */
export const consoleHeaders = {
  "cache-control": "no-cache",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy":
    "publickey-credentials-get=(self), publickey-credentials-create=(self), gamepad=(self), fullscreen=(self), camera=(), microphone=(), geolocation=(), usb=()",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff"
} as const

/** Adds to the page's element of settings. A text in it cannot end the element. */
export const withConfiguration = (page: string, added: Readonly<Record<string, string | undefined>>): string =>
  page.replace(
    /(<script type="application\/json" id="configuration">)([^<]*)(<\/script>)/,
    (_, open: string, given: string, close: string) =>
      open + JSON.stringify({ ...JSON.parse(given), ...added }).replaceAll("<", "\\u003c") + close
  )
