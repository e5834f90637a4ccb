import type { ReactNode } from "react"

/** Some states of one part of the kit, side by side. */
export const Section = ({ children, name }: { readonly name: string; readonly children: ReactNode }) => (
  <section aria-label={name} className="design-section">
    <h2>{name}</h2>
    <div className="design-states">{children}</div>
  </section>
)
