import "./Spark.css"
import { sparkHeight, sparkWidth } from "./sparkPath.ts"

/** A line without a scale of its own, beside the number that says the same. */
export const Spark = ({ path, tone = "idle" }: { readonly path: string; readonly tone?: "idle" | "warn" }) => (
  <svg
    className={`spark spark-${tone}`}
    width={sparkWidth}
    height={sparkHeight}
    viewBox={`0 0 ${sparkWidth} ${sparkHeight}`}
    aria-hidden
  >
    <path d={path} />
  </svg>
)
