import { language } from "../i18n/words.ts"
import { fleet } from "./client.ts"
import { configuration } from "./configuration.ts"
import { tabStorage } from "./tabStorage.ts"

const wantedKey = "fleet-console:wanted"
const attemptsKey = "fleet-console:attempts"

/** More sign-ins than this in a row that failed are not started by themselves. */
const mostAttempts = 2

/** The page that was asked for before the sign-in, as path and query. Only a path of this page's own. */
export const takeWanted = (): string => {
  const wanted = tabStorage.get(wantedKey)
  tabStorage.remove(wantedKey)
  return wanted !== null && /^\/(?![/\\])/.test(wanted) ? wanted : "/"
}

const attempts = () => Number(tabStorage.get(attemptsKey) ?? "0")

/** Where the portal sends the browser back to; the router has a page there. */
export const signedInPath = "/signed-in"

/** Whether a sign-in may start by itself: false after some that did not arrive, so that no browser goes in circles. */
export const mayStartByItself = (): boolean => attempts() < mostAttempts

export const signedInAtLast = (): void => tabStorage.remove(attemptsKey)

/** The portal's page, which comes back to /signed-in. What is compared there is kept. */
export const signInUrl = async ({ signUp = false } = {}): Promise<string> => {
  const url = new URL(
    await fleet.auth.portalUrl({
      redirectUri: location.origin + signedInPath,
      signUp,
      ...(configuration.portalUrl === undefined ? {} : { portalUrl: configuration.portalUrl })
    })
  )
  url.searchParams.set("lang", language())
  return url.href
}

/** Sends the browser to the portal; it comes back to /signed-in and from there to where it was. */
export const startSignIn = async (options: { readonly signUp?: boolean } = {}): Promise<void> => {
  const here = location.pathname + location.search + location.hash
  if (!here.startsWith(signedInPath)) tabStorage.set(wantedKey, here)
  tabStorage.set(attemptsKey, String(attempts() + 1))
  location.assign(await signInUrl(options))
}
