import "./Table.css"
import type { ReactNode } from "react"

/** A native table that scrolls sideways by itself where the page is narrow. */
export const Table = ({
  caption,
  children,
  rowCount
}: {
  /** What the table lists: for assistive technology. */
  readonly caption: string
  /** Of all rows, where only those on screen are in the document. */
  readonly rowCount?: number
  readonly children: ReactNode
}) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <div className="table-frame" tabIndex={0} role="region" aria-label={caption}>
    <table className="table" aria-rowcount={rowCount}>
      <caption className="visually-hidden">{caption}</caption>
      {children}
    </table>
  </div>
)

/** The height of rows that are not in the document, over as many columns. */
export const RowSpace = ({ height, width }: { readonly height: number; readonly width: number }) =>
  height === 0 ? null : (
    <tr className="table-space" aria-hidden>
      <td colSpan={width} style={{ height }} />
    </tr>
  )
