import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { rolldown } from "rolldown"

const view = join(import.meta.dirname, "../../packages/server/src/mcp/card/view")

/** Where the page is kept. */
export const robotCardPath = "packages/server/src/mcp/card/robotCard.gen.ts"

const bundled = async (): Promise<string> => {
  const build = await rolldown({ input: join(view, "main.ts"), transform: { target: "es2022" } })
  const { output } = await build.generate({ format: "esm", codeSplitting: false, minify: true })
  await build.close()
  const { code } = output[0]
  if (code.includes("</script")) throw new Error("A script that names its own end tag cannot stand in a page.")
  return code.trim()
}

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`

/** The robot card as one page. It runs its own script and style, by their hashes, and reaches no host. */
export const robotCardPage = async (): Promise<string> => {
  const style = (await readFile(join(view, "style.css"), "utf8")).replaceAll(/\n\s*/g, "")
  const script = await bundled()
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'"
  ].join("; ")
  const parts = { policy, style, script }
  const page = await readFile(join(view, "card.html"), "utf8")
  return page
    .replaceAll(/\n\s*/g, "")
    .replaceAll(/\{\{(policy|style|script)\}\}/g, (_, name: keyof typeof parts) => parts[name])
}

/** The module that holds the page. */
export const robotCard = async (): Promise<string> =>
  `/** The robot card, made of mcp/card/view by \`npm run generate\`. */\nexport const robotCardHtml =\n  ${JSON.stringify(await robotCardPage())}\n`
