import { writeFileSync } from 'node:fs'
import { FILE, openApi, textOf } from './document.ts'

/* `npm run openapi`: writes the OpenAPI document of the contract. */

writeFileSync(FILE, textOf(openApi()))
console.log(FILE)
