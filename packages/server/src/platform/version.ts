import pkg from "../../package.json" with { type: "json" }

/** The version of the server program. */
export const version: string = pkg.version
