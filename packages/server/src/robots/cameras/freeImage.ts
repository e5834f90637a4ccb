import { maxSnapshotHeader } from "@fleet/bridge-protocol/Snapshot"

/** Smaller ones are not worth it, and may be a part of what Node shares out. */
const fromBytes = 32_768

/**
 * Gives an image's memory back now: it must not be read afterwards. V8 collects its whole heap each time some 64 MB were set
 * aside outside of it, which is a pause every few seconds for images that are replaced.
 */
export const freeImage = ({ buffer, byteLength, byteOffset }: Uint8Array): void => {
  const isWhole = byteOffset + byteLength === buffer.byteLength && byteOffset <= maxSnapshotHeader + 4
  if (byteLength >= fromBytes && isWhole && buffer instanceof ArrayBuffer) buffer.transfer(0)
}
