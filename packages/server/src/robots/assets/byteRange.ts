import type { ByteRange } from "../../platform/blobs/BlobStorage.ts"

/**
 * The one part that a `Range` header asks for. Null for the whole: without a header, and for what need not be followed, such
 * as several parts at once.
 */
export const byteRange = (header: string | undefined, size: number): ByteRange | null | "unsatisfiable" => {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.replaceAll(" ", "") ?? "") ?? []
  if (first === undefined || last === undefined || (first === "" && last === "")) return null
  if (first === "") {
    const count = Math.min(Number(last), size)
    return count === 0 ? "unsatisfiable" : { start: size - count, end: size - 1 }
  }
  const start = Number(first)
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== "" && Number(last) < start) return null
  return start >= size ? "unsatisfiable" : { start, end }
}
