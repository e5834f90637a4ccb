import { intents } from "../../platform/pages/tokens.gen.ts"
import { sheet, type Style } from "./PdfSheet.ts"

/** The platform's colours on paper. */
export const colors = intents.light
/** The sizes and weights of text. */
export const title: Style = { size: 24, strong: true, color: colors.text }
export const lead: Style = { size: 16, strong: true, color: colors.text }
export const body: Style = { size: 9.5, color: colors.text }
export const strong: Style = { ...body, strong: true }
export const quiet: Style = { ...body, color: colors["text-2"] }
export const small: Style = { size: 8, color: colors["text-2"] }

/** Where columns end, and how wide a description may be. */
export const columns = { quantity: 366, unit: 452, amount: sheet.right, description: 262 } as const

/** Where the buyer's address begins. */
export const second = 310

/** Where totals begin. */
export const totalsFrom = 330
