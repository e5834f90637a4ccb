/**
 * The service's address without a slash at its end. Throws a TypeError that says what to write where the address is no
 * http(s) URL, has a query or a fragment, or ends in `/api` or in several slashes: the SDK adds the paths itself.
 */
export const serviceUrl = (given: string): string => {
  const url = URL.canParse(given) ? new URL(given) : null
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new TypeError(`The service's address "${given}" is no http(s) URL. Write it as https://fleet.example.com`)
  const path = url.pathname
    .replace(/\/+$/, "")
    .replace(/\/api$/, "")
    .replace(/\/+$/, "")
  const right = url.origin + path
  if ((url.pathname !== path && url.pathname !== `${path}/`) || url.search !== "" || url.hash !== "")
    throw new TypeError(`The service's address "${given}" holds more than an address. Write it as ${right}`)
  return right
}
