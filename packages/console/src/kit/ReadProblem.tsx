import { clockOffset } from "../format/ticking.ts"
import { useWords } from "../i18n/words.ts"
import { kitWords } from "./kitWords.ts"
import { Moment } from "./Moment.tsx"
import { Problem } from "./Problem.tsx"

/** Something that is read, and read again. */
export interface Reading {
  readonly error: unknown
  readonly data: unknown
  /** When it was read last, in milliseconds of this machine's clock. */
  readonly dataUpdatedAt: number
  readonly refetch: () => unknown
}

/** Why something could not be read; what was read before stays, with its time. Nothing where all went well. */
export const ReadProblem = ({ of: { data, dataUpdatedAt, error, refetch } }: { readonly of: Reading }) => {
  const t = useWords(kitWords)
  if (error === null || error === undefined) return null
  return (
    <Problem
      error={error}
      onRetry={() => void refetch()}
      acts={
        data === undefined ? undefined : (
          <span className="text-2 text-small">
            {t.asOf} <Moment atMs={dataUpdatedAt + clockOffset()} />
          </span>
        )
      }
    />
  )
}
