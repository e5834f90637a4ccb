import "./Skeleton.css"
import { useWords } from "../i18n/words.ts"
import { kitWords } from "./kitWords.ts"

/** Where content will stand. It shows after 150 ms, so that quick answers do not flash. */
export const Skeleton = ({ height = 1, lines = 1 }: { readonly lines?: number; readonly height?: 1 | 2 | 4 | 8 }) => {
  const t = useWords(kitWords)
  return (
    <div className="skeleton" role="status" aria-label={t.loading}>
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} className={`skeleton-line skeleton-${height}`} />
      ))}
    </div>
  )
}
