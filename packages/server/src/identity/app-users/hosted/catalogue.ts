import type { Catalogue } from "../../../platform/pages/Locales.ts"
import { english } from "./english.ts"
import { german } from "./german.ts"
import type { Texts } from "./Texts.ts"

export const catalogue: Catalogue<Texts> = { en: english, de: german }
