import type { Job } from "@fleet/sdk"
import { useWords } from "../../../i18n/words.ts"
import { Foreign } from "../../../kit/Foreign.tsx"
import { Tree } from "../../../kit/Tree.tsx"
import { liveWords } from "../words.ts"

const hasContent = (value: unknown) =>
  value !== null && value !== undefined && !(typeof value === "object" && Object.keys(value).length === 0)

/** How a job ended: what it answered, or why it failed. */
export const JobOutcome = ({
  job: { error, result, slug },
  means
}: {
  readonly job: Pick<Job, "error" | "result" | "slug">
  /** What its state means, where that needs a sentence. */
  readonly means: string | null
}) => {
  const t = useWords(liveWords)
  if (error === null && means === null && !hasContent(result)) return null
  return (
    <div className="job-outcome">
      {means === null ? null : <p className="live-card-quiet">{means}</p>}
      {error === null ? null : (
        <p className="job-error">
          <Foreign>{error.message}</Foreign> <code>{error.code}</code>
        </p>
      )}
      {hasContent(error?.details) ? <Tree name={t.errorOf(slug)} value={error?.details} openTo={1} /> : null}
      {hasContent(result) ? <Tree name={t.resultOf(slug)} value={result} openTo={2} /> : null}
    </div>
  )
}
