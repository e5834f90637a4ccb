import { Component, type ReactNode } from "react"
import { wordsNow } from "../i18n/words.ts"
import { kitWords } from "./kitWords.ts"
import { Problem } from "./Problem.tsx"

interface PartProps {
  /** What the part is, as its head says. */
  readonly name: string
  readonly children: ReactNode
}

/** A part of a page that fails alone: the rest stays, and what happened is said where it happened. */
export class Part extends Component<PartProps, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: null }
  static getDerivedStateFromError = (error: unknown) => ({ error })

  override render() {
    if (this.state.error === null) return this.props.children
    const t = wordsNow(kitWords)
    return (
      <section aria-label={this.props.name}>
        <p>
          <strong>{t.partFailed(this.props.name)}</strong> {t.partFailedHint}
        </p>
        <Problem error={this.state.error} onRetry={() => this.setState({ error: null })} />
      </section>
    )
  }
}
