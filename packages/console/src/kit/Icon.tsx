import type { IconType } from "./icons.ts"

/** An icon beside a word: it has no name of its own. */
export const Icon = ({ of: Shape, size = 16 }: { readonly of: IconType; readonly size?: 12 | 14 | 16 | 20 }) => (
  <Shape size={size} strokeWidth={size === 20 ? 1.5 : 1.75} aria-hidden />
)
