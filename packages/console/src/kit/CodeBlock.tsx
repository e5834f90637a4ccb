import "./CodeBlock.css"
import { CopyButton } from "./CopyButton.tsx"

/** A command or a file to take away. */
export const CodeBlock = ({ name, text }: { readonly text: string; readonly name: string }) => (
  <div className="code-block">
    {/* A region that scrolls takes the focus, so that keys can scroll it. */}
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
    <pre tabIndex={0} role="region" aria-label={name}>
      <code>{text}</code>
    </pre>
    <div className="code-block-copy">
      <CopyButton text={text} />
    </div>
  </div>
)
