// What reads a text, mends it and explains it: loaded beside the editor, which takes keys before.
export { Analyst } from "./analysis.ts"
export { changedLines, lineChanges } from "./draft/merge.ts"
export { fixesOf } from "./fixes/fixes.ts"
export { insertThing, namesUsed } from "./graphBlock.ts"
export { helpOf } from "./help.ts"
