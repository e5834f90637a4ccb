import { mkdir, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { artefacts } from "./generate/artefacts.ts"
import { robotCard, robotCardPath } from "./generate/robotCard.ts"

const root = join(import.meta.dirname, "..")

for (const [path, text] of Object.entries({ ...artefacts(), [robotCardPath]: await robotCard() })) {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
  console.log(path)
}
