/** Levels that a frame may nest: far more than any ROS message, far fewer than encoding or the database can process. */
export const deepest = 100

/** Whether a parsed frame nests no deeper than that, found without recursion. */
export const isShallow = (frame: object): boolean => {
  let level: ReadonlyArray<object> = [frame]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === deepest) return false
    level = level.flatMap((each) =>
      Object.values(each).filter((value): value is object => typeof value === "object" && value !== null)
    )
  }
  return true
}
