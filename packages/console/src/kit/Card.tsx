import "./Card.css"
import { type ReactNode, useId } from "react"
import { Foreign } from "./Foreign.tsx"

export interface CardProps {
  readonly title: string
  /** The title comes from a robot, a user or an agent. */
  readonly foreign?: boolean
  /** What kind of thing it is, beside the title. */
  readonly kind?: ReactNode
  /** At the end of the head. */
  readonly aside?: ReactNode
  readonly footer?: ReactNode
  readonly children: ReactNode
  /** Its content reaches the edges: a table, a picture. */
  readonly flush?: boolean
  /** Its place in the outline of the page. */
  readonly level?: 2 | 3
}

/** A part of a page with a name: a region that assistive technology can jump to. */
export const Card = ({
  aside,
  children,
  flush = false,
  footer,
  foreign = false,
  kind,
  level = 2,
  title
}: CardProps) => {
  const id = useId()
  const Heading = level === 2 ? "h2" : "h3"
  return (
    <section className="card" aria-labelledby={id}>
      <header className="card-head">
        <Heading className="card-title" id={id}>
          {foreign ? <Foreign>{title}</Foreign> : title}
        </Heading>
        {kind === undefined ? null : <span className="card-kind">{kind}</span>}
        {aside === undefined ? null : <span className="card-aside">{aside}</span>}
      </header>
      <div className={flush ? "card-flush" : "card-body"}>{children}</div>
      {footer === undefined ? null : <footer className="card-foot">{footer}</footer>}
    </section>
  )
}
