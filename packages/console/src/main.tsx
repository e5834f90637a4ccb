import "./kit/fonts.css"
import "./kit/tokens.css"
import { createRoot } from "react-dom/client"

createRoot(document.getElementById("console")!).render(<h1>Robot Fleet Cloud</h1>)
