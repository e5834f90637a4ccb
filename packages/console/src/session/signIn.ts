import { language } from "../i18n/words.ts"
import { fleet } from "./client.ts"
import { configuration } from "./configuration.ts"

const wantedKey = "fleet-console:wanted"
const attemptsKey = "fleet-console:attempts"

/** More sign-ins than this in a row that came to nothing are not started by themselves. */
const mostAttempts = 2

/** The page that was asked for before the sign-in, as path and query. Only a path of this page's own. */
export const takeWanted = (): string => {
  const wanted = sessionStorage.getItem(wantedKey)
  sessionStorage.removeItem(wantedKey)
  return wanted !== null && /^\/(?![/\\])/.test(wanted) ? wanted : "/"
}

/** Whether a sign-in may start by itself: false after some that did not arrive, so that no browser goes in circles. */
export const mayStartByItself = (): boolean => Number(sessionStorage.getItem(attemptsKey) ?? "0") < mostAttempts

export const signedInAtLast = (): void => sessionStorage.removeItem(attemptsKey)

/** Sends the browser to the portal; it comes back to /signed-in and from there to where it was. */
export const startSignIn = async ({
  inNewWindow = false,
  signUp = false
}: {
  readonly signUp?: boolean
  /** Leaves this page as it is, with what was typed on it. */
  readonly inNewWindow?: boolean
} = {}): Promise<void> => {
  const here = location.pathname + location.search + location.hash
  if (!here.startsWith("/signed-in")) sessionStorage.setItem(wantedKey, here)
  sessionStorage.setItem(attemptsKey, String(Number(sessionStorage.getItem(attemptsKey) ?? "0") + 1))
  const url = new URL(
    await fleet.auth.portalUrl({
      redirectUri: `${location.origin}/signed-in`,
      signUp,
      ...(configuration.portalUrl === undefined ? {} : { portalUrl: configuration.portalUrl })
    })
  )
  url.searchParams.set("lang", language())
  if (inNewWindow) window.open(url, "_blank", "noopener")
  else location.assign(url)
}
