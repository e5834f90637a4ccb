const pattern = /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?$/

/** Whether an origin is a page that this machine serves to itself over http. */
export const isLocalOrigin = (origin: string): boolean => pattern.test(origin)
