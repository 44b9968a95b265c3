// The studio's page begins here.
import { render } from 'preact';
import './style/tokens.css';
import './style/base.css';
import { followAddress } from './runs/address.js';
import { App } from './shell/app.js';

followAddress();
render(<App />, document.getElementById('app')!);
