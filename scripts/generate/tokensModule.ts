import { join } from "node:path"
import { readTokens, type Scheme, tokensPath } from "./Tokens.ts"

const tokens = readTokens(join(import.meta.dirname, "../.."))

const hexIn = (scheme: Scheme) =>
  Object.fromEntries(
    tokens.colours
      .filter((name) => !tokens.primitives.includes(name) && tokens.colour(name, scheme).alpha === 1)
      .map((name) => [name, tokens.colour(name, scheme).toString({ format: "hex", collapse: false })])
  )

/** The module that carries the tokens in the server: as a style sheet, and as hexadecimal colours for mails and images. */
export const printTokens = (): string =>
  `/** Made of ${tokensPath} by \`npm run generate\`. */\n` +
  `export const tokensCss = ${JSON.stringify(tokens.css)}\n\n` +
  `/** The opaque colours of each scheme, written #rrggbb. */\n` +
  `export const intents = ${JSON.stringify({ light: hexIn("light"), dark: hexIn("dark") }, null, 2)} as const\n`
