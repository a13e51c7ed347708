import buildProduct from '../build.ts'
import { unpackChromium } from './chromium.ts'

/** Builds the product and unpacks the browser before the tests run. */
export default function prepare() {
  unpackChromium()
  buildProduct()
}
