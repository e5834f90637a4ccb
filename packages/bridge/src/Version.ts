import manifest from "../package.json" with { type: "json" }

/** This program's version, sent to the cloud at hello. */
export const bridgeVersion: string = manifest.version
