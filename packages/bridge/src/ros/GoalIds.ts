import type { GoalId } from "./RosGateway.ts"

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** The 16 bytes of a goal id; undefined when the text is not a lowercase uuid. */
export const goalIdToBytes = (id: GoalId): Uint8Array | undefined =>
  uuid.test(id) ? Buffer.from(id.replaceAll("-", ""), "hex") : undefined

/** Any 16 bytes as a lowercase uuid. */
export const goalIdFromBytes = (bytes: Uint8Array): GoalId =>
  Buffer.from(bytes)
    .toString("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")
