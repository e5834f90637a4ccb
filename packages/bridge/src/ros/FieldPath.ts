import { shortestFloat32 } from "./shortestFloat32.ts"

/** A path into a message: names and array indexes, from the outside in. */
export type FieldPath = ReadonlyArray<string | number>

const segment = /^([a-z][a-z0-9_]*)(?:\[(0|[1-9][0-9]{0,9})\])?$/

/** Reads `pose.position.x` or `ranges[3]`; undefined when it is not a path. */
export const parseFieldPath = (text: string): FieldPath | undefined => {
  const path: Array<string | number> = []
  for (const part of text.split(".")) {
    const match = segment.exec(part)
    if (match?.[1] === undefined) return undefined
    path.push(match[1])
    if (match[2] !== undefined) path.push(Number(match[2]))
  }
  return path
}

/** What the path leads to in a decoded message. Undefined is no sample: a missing field, an index past the end. */
export const extractField = (message: unknown, path: FieldPath): unknown => {
  let value = message
  for (const step of path) {
    if (typeof value !== "object" || value === null) return undefined
    const isList = Array.isArray(value) || ArrayBuffer.isView(value)
    if (isList !== (typeof step === "number") || !Object.hasOwn(value, step)) return undefined
    const part = (value as Record<string | number, unknown>)[step]
    value = value instanceof Float32Array ? shortestFloat32(part as number) : part
  }
  return value
}
