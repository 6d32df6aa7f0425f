import '#src/ui/tokens.css'
import '#src/ui/base.css'
import '#src/app/slide.css'
import { startApp } from '#src/app/start.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
void startApp(root)
