//  ---------------------------------------------------------------------------

import Exchange from './abstract/kontor.js';
import { ArgumentsRequired, AuthenticationError, BadRequest, BadSymbol, DuplicateOrderId, ExchangeError, ExchangeNotAvailable, InsufficientFunds, InvalidOrder, OnMaintenance, OrderImmediatelyFillable, OrderNotFillable, OrderNotFound, PermissionDenied, RateLimitExceeded, RequestTimeout } from './base/errors.js';
import { TICK_SIZE } from './base/functions/number.js';
import { Precise } from './base/Precise.js';
import type { Balances, Dict, Int, Market, Num, OHLCV, Order, OrderBook, OrderRequest, OrderSide, OrderType, Str, Strings, Ticker, Tickers, Trade, TradingFees, int } from './base/types.js';

//  ---------------------------------------------------------------------------

/**
 * @class kontor
 * @augments Exchange
 */
export default class kontor extends Exchange {
    describe (): any {
        return this.deepExtend (super.describe (), {
            'id': 'kontor',
            'name': 'Kontor',
            'countries': [],
            'version': 'v1',
            'rateLimit': 50, // 20 reads a second, 60 at once
            'pro': false,
            'has': {
                'CORS': undefined,
                'spot': true,
                'margin': false,
                'swap': false,
                'future': false,
                'option': false,
                'cancelAllOrders': true,
                'cancelOrder': true,
                'createMarketBuyOrderWithCost': true,
                'createMarketOrderWithCost': false,
                'createMarketSellOrderWithCost': false,
                'createOrder': true,
                'createOrders': true,
                'createPostOnlyOrder': true,
                'editOrder': true,
                'fetchBalance': true,
                'fetchClosedOrders': true,
                'fetchCanceledOrders': true,
                'fetchMarkets': true,
                'fetchMyTrades': true,
                'fetchOHLCV': true,
                'fetchOpenOrders': true,
                'fetchOrder': true,
                'fetchOrderBook': true,
                'fetchOrders': true,
                'fetchOrderTrades': true,
                'fetchTicker': true,
                'fetchTickers': true,
                'fetchTime': true,
                'fetchTrades': true,
                'fetchTradingFees': true,
                'withdraw': false,
            },
            'timeframes': {
                '1m': '1min',
                '3m': '3min',
                '5m': '5min',
                '15m': '15min',
                '30m': '30min',
                '1h': '60min',
                '4h': '4hour',
                '1d': '1day',
                '1w': '1week',
            },
            'urls': {
                'logo': '',
                'api': {
                    'public': 'http://localhost:8080/api',
                    'private': 'http://localhost:8080/api',
                },
                'www': 'http://localhost:8080',
                'doc': 'http://localhost:8080/docs',
            },
            'api': {
                'public': {
                    'get': {
                        'time': 1,
                        'market/rules': 1,
                        'market/tickers': 1,
                        'market/candles': 1,
                        'market/trades': 1,
                        'market/depth': 1,
                    },
                },
                'private': {
                    'get': {
                        'coin/order': 1,
                        'coin/orders': 1,
                        'coin/trades': 1,
                        'key/self': 1,
                    },
                    'post': {
                        'wallet/list': 1,
                        'coin/trade': 4,
                        'coin/batch': 4,
                        'coin/amend': 4,
                        'coin/cancel': 4,
                        'order/cancel_all': 4,
                        'key/status': 4,
                    },
                },
            },
            'requiredCredentials': {
                'apiKey': true,
                'secret': false,
            },
            'precisionMode': TICK_SIZE,
            'fees': {
                'trading': {
                    'tierBased': false,
                    'percentage': true,
                    'feeSide': 'get',
                    'maker': this.parseNumber ('0.001'),
                    'taker': this.parseNumber ('0.001'),
                },
            },
            'exceptions': {
                'exact': {
                    'not_logged_in': AuthenticationError,
                    'key_scope': PermissionDenied,
                    'key_cap': PermissionDenied,
                    'key_missing': BadRequest,
                    'key_malformed': BadRequest,
                    'key_reused': DuplicateOrderId,
                    'key_burnt': InvalidOrder,
                    'key_running': RequestTimeout,
                    'malformed': BadRequest,
                    'symbol_unknown': BadSymbol,
                    'not_found': OrderNotFound,
                    'step_refused': OrderNotFound,
                    'state_moved': InvalidOrder,
                    'insufficient_balance': InsufficientFunds,
                    'insufficient_sellable': InsufficientFunds,
                    'would_take': OrderImmediatelyFillable,
                    'no_liquidity': OrderNotFillable,
                    'quantity_required': InvalidOrder,
                    'amount_required': InvalidOrder,
                    'amount_below_min': InvalidOrder,
                    'amount_above_max': InvalidOrder,
                    'amount_step': InvalidOrder,
                    'price_required': InvalidOrder,
                    'price_step': InvalidOrder,
                    'price_out_of_band': InvalidOrder,
                    'price_moved': InvalidOrder,
                    'too_many_open': InvalidOrder,
                    'market_closed': OnMaintenance,
                    'trade_locked': PermissionDenied,
                    'too_many': RateLimitExceeded,
                    'read_only': ExchangeNotAvailable,
                    'fault': RequestTimeout, // the outcome is unknown
                },
                'broad': {},
            },
        });
    }

    /**
     * @method
     * @name kontor#fetchTime
     * @description fetches the current integer timestamp in milliseconds from the exchange server
     * @param {object} [params] extra parameters specific to the exchange API endpoint
     * @returns {int} the current integer timestamp in milliseconds from the exchange server
     */
    async fetchTime (params = {}): Promise<Int> {
        const response = await this.publicGetTime (params);
        const message = this.safeDict (response, 'message', {});
        return this.safeInteger (message, 'now_ms');
    }

    /**
     * @method
     * @name kontor#fetchMarkets
     * @description retrieves data on all markets for kontor
     * @param {object} [params] extra parameters specific to the exchange API endpoint
     * @returns {object[]} an array of objects representing market data
     */
    async fetchMarkets (params = {}): Promise<Market[]> {
        const response = await this.publicGetMarketRules (params);
        const message = this.safeDict (response, 'message', {});
        return this.parseMarkets (this.safeList (message, 'markets', []));
    }

    parseMarket (market: Dict): Market {
        const id = this.safeString (market, 'm');
        const parts = id.split ('-');
        const base = this.safeCurrencyCode (parts[0]);
        const quote = this.safeCurrencyCode (parts[1]);
        const maxAmount = this.omitZero (this.safeString (market, 'max_amount'));
        return this.safeMarketStructure ({
            'id': id,
            'symbol': base + '/' + quote,
            'base': base,
            'quote': quote,
            'settle': undefined,
            'baseId': this.safeString (market, 'currency_id'),
            'quoteId': this.safeString (market, 'legal_id'),
            'settleId': undefined,
            'type': 'spot',
            'spot': true,
            'margin': false,
            'swap': false,
            'future': false,
            'option': false,
            'active': this.safeInteger (market, 'is_open') === 1,
            'contract': false,
            'maker': this.safeNumber (market, 'maker_fee'),
            'taker': this.safeNumber (market, 'taker_fee'),
            'precision': {
                'amount': this.safeNumber (market, 'amount_step'),
                'price': this.safeNumber (market, 'price_step'),
            },
            'limits': {
                'leverage': { 'min': undefined, 'max': undefined },
                'amount': {
                    'min': this.safeNumber (market, 'min_amount'),
                    'max': this.parseNumber (maxAmount),
                },
                'price': { 'min': undefined, 'max': undefined },
                'cost': {
                    'min': this.safeNumber (market, 'min_total'),
                    'max': undefined,
                },
            },
            'created': undefined,
            'info': market,
        });
    }

    /**
     * @method
     * @name kontor#fetchTradingFees
     * @description fetch the trading fees for multiple markets
     * @param {object} [params] extra parameters specific to the exchange API endpoint
     * @returns {object} a dictionary of fee structures indexed by market symbols
     */
    async fetchTradingFees (params = {}): Promise<TradingFees> {
        await this.loadMarkets ();
        const response = await this.publicGetMarketRules (params);
        const message = this.safeDict (response, 'message', {});
        const rules = this.safeList (message, 'markets', []);
        const result: Dict = {};
        for (let i = 0; i < rules.length; i++) {
            const symbol = this.safeSymbol (this.safeString (rules[i], 'm'));
            result[symbol] = {
                'info': rules[i],
                'symbol': symbol,
                'maker': this.safeNumber (rules[i], 'maker_fee'),
                'taker': this.safeNumber (rules[i], 'taker_fee'),
                'percentage': true,
                'tierBased': false,
            };
        }
        return result;
    }

    /**
     * @method
     * @name kontor#fetchTickers
     * @description fetches price tickers for multiple markets
     * @param {string[]} [symbols] unified symbols of the markets to fetch the ticker for
     * @param {object} [params] extra parameters specific to the exchange API endpoint
     * @returns {object} a dictionary of ticker structures
     */
    async fetchTickers (symbols: Strings = undefined, params = {}): Promise<Tickers> {
        await this.loadMarkets ();
        const response = await this.publicGetMarketTickers (params);
        const message = this.safeDict (response, 'message', {});
        return this.parseTickers (this.safeList (message, 'markets', []), symbols);
    }

    /**
     * @method
     * @name kontor#fetchTicker
     * @description fetches a price ticker
     * @param {string} symbol unified symbol of the market to fetch the ticker for
     * @param {object} [params] extra parameters specific to the exchange API endpoint
     * @returns {object} a ticker structure
     */
    async fetchTicker (symbol: string, params = {}): Promise<Ticker> {
        const tickers = await this.fetchTickers ([ symbol ], params);
        return tickers[symbol];
    }

    parseTicker (ticker: Dict, market: Market = undefined): Ticker {
        const timestamp = this.safeInteger (ticker, 'at_ms');
        const last = this.safeString (ticker, 'last');
        return this.safeTicker ({
            'symbol': this.safeSymbol (this.safeString (ticker, 'm'), market),
            'timestamp': timestamp,
            'datetime': this.iso8601 (timestamp),
            'high': this.safeString (ticker, 'high'),
            'low': this.safeString (ticker, 'low'),
            'bid': this.safeString (ticker, 'bid'),
            'bidVolume': undefined,
            'ask': this.safeString (ticker, 'ask'),
            'askVolume': undefined,
            'vwap': undefined,
            'open': this.safeString (ticker, 'open'),
            'close': last,
            'last': last,
            'previousClose': undefined,
            'change': undefined,
            'percentage': this.safeString (ticker, 'change'),
            'average': undefined,
            'baseVolume': this.safeString (ticker, 'base_volume'),
            'quoteVolume': this.safeString (ticker, 'quote_volume'),
            'info': ticker,
        }, market);
    }

    /**
     * @method
     * @name kontor#fetchOrderBook
     * @description fetches information on open orders with bid (buy) and ask (sell) prices, volumes and other data
     * @param {string} symbol unified symbol of the market to fetch the order book for
     * @param {int} [limit] the maximum amount of order book entries to return, at most 50
     * @param {object} [params] extra parameters specific to the exchange API endpoint
     * @returns {object} a dictionary of order book structures
     */
    async fetchOrderBook (symbol: string, limit: Int = undefined, params = {}): Promise<OrderBook> {
        await this.loadMarkets ();
        const market = this.market (symbol);
        const request: Dict = { 'symbol': market['id'] };
        if (limit !== undefined) {
            request['limit'] = Math.min (limit, 50);
        }
        const response = await this.publicGetMarketDepth (this.extend (request, params));
        const message = this.safeDict (response, 'message', {});
        const book = this.parseOrderBook (message, market['symbol'], this.safeInteger (message, 'server_now_ms'));
        book['nonce'] = this.safeInteger (message, 'seq');
        return book;
    }

    /**
     * @method
     * @name kontor#fetchOHLCV
     * @description fetches historical candlestick data containing the open, high, low, and close price, and the volume of a market
     * @param {string} symbol unified symbol of the market to fetch OHLCV data for
     * @param {string} timeframe the length of time each candle represents
     * @param {int} [since] timestamp in ms of the earliest candle to fetch
     * @param {int} [limit] the maximum amount of candles to fetch
     * @param {object} [params] extra parameters specific to the exchange API endpoint
     * @returns {int[][]} A list of candles ordered as timestamp, open, high, low, close, volume
     */
    async fetchOHLCV (symbol: string, timeframe = '1m', since: Int = undefined, limit: Int = undefined, params = {}): Promise<OHLCV[]> {
        await this.loadMarkets ();
        const market = this.market (symbol);
        const request: Dict = {
            'symbol': market['id'],
            'period': this.safeString (this.timeframes, timeframe, timeframe),
        };
        if (since !== undefined) {
            request['from_ms'] = since;
        }
        if (limit !== undefined) {
            request['count'] = Math.min (limit, 1000);
        }
        const response = await this.publicGetMarketCandles (this.extend (request, params));
        const message = this.safeDict (response, 'message', {});
        return this.parseOHLCVs (this.safeList (message, 'candles', []), market, timeframe, since, limit);
    }

    parseOHLCV (ohlcv, market: Market = undefined): OHLCV {
        return [
            this.safeInteger (ohlcv, 'start_ms'),
            this.safeNumber (ohlcv, 'open'),
            this.safeNumber (ohlcv, 'high'),
            this.safeNumber (ohlcv, 'low'),
            this.safeNumber (ohlcv, 'close'),
            this.safeNumber (ohlcv, 'base_volume'),
        ];
    }

    /**
     * @method
     * @name kontor#fetchTrades
     * @description get the list of most recent trades for a particular symbol
     * @param {string} symbol unified symbol of the market to fetch trades for
     * @param {int} [since] timestamp in ms of the earliest trade to fetch
     * @param {int} [limit] the maximum amount of trades to fetch
     * @param {object} [params] extra parameters specific to the exchange API endpoint
     * @returns {Trade[]} a list of trade structures
     */
    async fetchTrades (symbol: string, since: Int = undefined, limit: Int = undefined, params = {}): Promise<Trade[]> {
        await this.loadMarkets ();
        const market = this.market (symbol);
        const request: Dict = { 'symbol': market['id'] };
        if (limit !== undefined) {
            request['count'] = Math.min (limit, 500);
        }
        const response = await this.publicGetMarketTrades (this.extend (request, params));
        const message = this.safeDict (response, 'message', {});
        return this.parseTrades (this.safeList (message, 'trades', []), market, since, limit);
    }

    parseTrade (trade: Dict, market: Market = undefined): Trade {
        const timestamp = this.safeInteger (trade, 'at_ms');
        const symbol = this.safeString (trade, 'symbol');
        const type = this.safeInteger (trade, 'type');
        let side = this.safeString (trade, 'side');
        if (type !== undefined) {
            side = (type === 1) ? 'buy' : 'sell';
        }
        const feeCost = this.safeString (trade, 'fee');
        let fee = undefined;
        if (feeCost !== undefined) {
            fee = { 'cost': feeCost, 'currency': this.safeCurrencyCode (this.safeString (trade, 'fee_name')) };
        }
        return this.safeTrade ({
            'info': trade,
            'id': this.safeString (trade, 'id'),
            'timestamp': timestamp,
            'datetime': this.iso8601 (timestamp),
            'symbol': this.safeSymbol (symbol, market, '/'),
            'order': this.safeString (trade, 'order_id'),
            'type': undefined,
            'side': side,
            'takerOrMaker': this.safeString (trade, 'role'),
            'price': this.safeString (trade, 'price'),
            'amount': this.safeString (trade, 'amount'),
            'cost': this.safeString (trade, 'total'),
            'fee': fee,
        }, market);
    }

    /**
     * @method
     * @name kontor#fetchBalance
     * @description query for balance and get the amount of funds available for trading or funds locked in orders
     * @param {object} [params] extra parameters specific to the exchange API endpoint
     * @returns {object} a balance structure
     */
    async fetchBalance (params = {}): Promise<Balances> {
        await this.loadMarkets ();
        const response = await this.privatePostWalletList (params);
        const message = this.safeDict (response, 'message', {});
        const wallet = this.safeDict (message, 'change_wallet', {});
        const cells = this.safeList (wallet, 'balance', []);
        const result: Dict = { 'info': response };
        for (let i = 0; i < cells.length; i++) {
            const code = this.safeCurrencyCode (this.safeString (cells[i], 'currency_name'));
            const account = this.account ();
            account['free'] = this.safeString (cells[i], 'change_balance');
            account['used'] = this.safeString (cells[i], 'lock_change_balance');
            result[code] = account;
        }
        return this.safeBalance (result);
    }

    createOrderRequest (symbol: string, type: OrderType, side: OrderSide, amount: number, price: Num = undefined, params = {}): Dict {
        const market = this.market (symbol);
        const request: Dict = {
            'currency_id': this.parseToInt (market['baseId']),
            'legal_id': this.parseToInt (market['quoteId']),
            'type': (side === 'buy') ? 1 : 2,
        };
        const isMarket = type === 'market';
        const timeInForce = this.safeStringUpper (params, 'timeInForce');
        let postOnly = undefined;
        [ postOnly, params ] = this.handlePostOnly (isMarket, timeInForce === 'PO', params);
        const cost = this.safeString (params, 'cost');
        if (isMarket) {
            request['kind'] = 'market';
            if ((side === 'buy') && (cost !== undefined)) {
                request['total'] = this.costToPrecision (symbol, cost);
            } else {
                request['amount'] = this.amountToPrecision (symbol, amount);
            }
        } else {
            if (price === undefined) {
                throw new ArgumentsRequired (this.id + ' createOrder() requires a price for a limit order');
            }
            request['amount'] = this.amountToPrecision (symbol, amount);
            request['target_price'] = this.priceToPrecision (symbol, price);
            const isFillOrKill = timeInForce === 'FOK';
            if (postOnly) {
                request['kind'] = 'post_only';
            } else if ((timeInForce === 'IOC') || isFillOrKill) {
                request['kind'] = 'ioc';
            } else {
                request['kind'] = 'limit';
            }
            if (isFillOrKill) {
                request['tif'] = 'fok';
            }
        }
        const clientOrderId = this.safeString2 (params, 'clientOrderId', 'client_id');
        if (clientOrderId !== undefined) {
            request['client_id'] = clientOrderId;
        }
        return this.extend (request, this.omit (params, [ 'cost', 'postOnly', 'timeInForce', 'clientOrderId' ]));
    }

    /**
     * @method
     * @name kontor#createOrder
     * @description create a trade order
     * @param {string} symbol unified symbol of the market to create an order in
     * @param {string} type 'market' or 'limit'
     * @param {string} side 'buy' or 'sell'
     * @param {float} amount how much you want to trade in units of the base currency
     * @param {float} [price] the price that the order is to be fulfilled, ignored in market orders
     * @param {object} [params] extra parameters specific to the exchange API endpoint
     * @param {string} [params.idempotencyKey] a UUID: the order is placed once, however often it is sent with the same one
     * @param {string} [params.clientOrderId] what the order is called by its owner
     * @param {string} [params.timeInForce] 'GTC', 'IOC', 'FOK' or 'PO'
     * @param {float} [params.cost] what a market buy spends, in place of an amount
     * @returns {object} an order structure
     */
    async createOrder (symbol: string, type: OrderType, side: OrderSide, amount: number, price: Num = undefined, params = {}): Promise<Order> {
        await this.loadMarkets ();
        const market = this.market (symbol);
        const request = this.createOrderRequest (symbol, type, side, amount, price, params);
        const response = await this.privatePostCoinTrade (request);
        return this.parseOrder (this.safeDict (response, 'data', {}), market);
    }

    /**
     * @method
     * @name kontor#createMarketBuyOrderWithCost
     * @description create a market buy order by providing the symbol and cost
     * @param {string} symbol unified symbol of the market to create an order in
     * @param {float} cost how much you want to trade in units of the quote currency
     * @param {object} [params] extra parameters specific to the exchange API endpoint
     * @returns {object} an order structure
     */
    async createMarketBuyOrderWithCost (symbol: string, cost: number, params = {}): Promise<Order> {
        return await this.createOrder (symbol, 'market', 'buy', 0, undefined, this.extend (params, { 'cost': cost }));
    }

    /**
     * @method
     * @name kontor#createOrders
     * @description create a list of trade orders under one key, at most 20
     * @param {Array} orders list of orders to create
     * @param {object} [params] extra parameters specific to the exchange API endpoint
     * @returns {object[]} a list of order structures; one that was refused is rejected and has its reason in info
     */
    async createOrders (orders: OrderRequest[], params = {}): Promise<Order[]> {
        await this.loadMarkets ();
        const requests = [];
        for (let i = 0; i < orders.length; i++) {
            const order = orders[i];
            const orderParams = this.safeDict (order, 'params', {});
            requests.push (this.createOrderRequest (this.safeString (order, 'symbol'), this.safeString (order, 'type'), this.safeString (order, 'side'), this.safeValue (order, 'amount'), this.safeValue (order, 'price'), orderParams));
        }
        const response = await this.privatePostCoinBatch (this.extend ({ 'orders': requests }, params));
        const data = this.safeDict (response, 'data', {});
        const results = this.safeList (data, 'results', []);
        const parsed = [];
        for (let i = 0; i < results.length; i++) {
            if (this.safeInteger (results[i], 'done') === 1) {
                parsed.push (this.parseOrder (this.safeDict (results[i], 'order')));
            } else {
                parsed.push (this.safeOrder ({ 'info': results[i], 'status': 'rejected', 'symbol': this.safeString (orders[i], 'symbol') }));
            }
        }
        return parsed;
    }

    /**
     * @method
     * @name kontor#editOrder
     * @description moves a resting order: it is replaced by a new one at the other price, both or neither
     * @param {string} id order id
     * @param {string} symbol unified symbol of the market of the order
     * @param {string} type 'limit'
     * @param {string} side 'buy' or 'sell'
     * @param {float} [amount] how much of the base currency, counting what is filled
     * @param {float} [price] the new price
     * @param {object} [params] extra parameters specific to the exchange API endpoint
     * @returns {object} an order structure
     */
    async editOrder (id: string, symbol: string, type: OrderType, side: OrderSide, amount: Num = undefined, price: Num = undefined, params = {}): Promise<Order> {
        await this.loadMarkets ();
        const market = this.market (symbol);
        const request: Dict = { 'id': this.parseToInt (id) };
        if (amount !== undefined) {
            request['amount'] = this.amountToPrecision (symbol, amount);
        }
        if (price !== undefined) {
            request['target_price'] = this.priceToPrecision (symbol, price);
        }
        const response = await this.privatePostCoinAmend (this.extend (request, params));
        return this.parseOrder (this.safeDict (response, 'data', {}), market);
    }

    /**
     * @method
     * @name kontor#cancelOrder
     * @description cancels an open order
     * @param {string} id order id
     * @param {string} [symbol] unified symbol of the market the order was made in
     * @param {object} [params] extra parameters specific to the exchange API endpoint
     * @returns {object} an order structure
     */
    async cancelOrder (id: string, symbol: Str = undefined, params = {}): Promise<Order> {
        await this.loadMarkets ();
        const response = await this.privatePostCoinCancel (this.extend ({ 'id': this.parseToInt (id) }, params));
        return this.parseOrder (this.safeDict (response, 'data', {}));
    }

    /**
     * @method
     * @name kontor#cancelAllOrders
     * @description cancel all open orders
     * @param {string} [symbol] unified market symbol, only orders in the market of this symbol are cancelled when given
     * @param {object} [params] extra parameters specific to the exchange API endpoint
     * @returns {object[]} a list of order structures
     */
    async cancelAllOrders (symbol: Str = undefined, params = {}): Promise<Order[]> {
        await this.loadMarkets ();
        const request: Dict = { 'product': 'spot' };
        if (symbol !== undefined) {
            const market = this.market (symbol);
            request['currency_id'] = this.parseToInt (market['baseId']);
            request['legal_id'] = this.parseToInt (market['quoteId']);
        }
        const response = await this.privatePostOrderCancelAll (this.extend (request, params));
        const data = this.safeDict (response, 'data', {});
        const cancelled = this.safeList (data, 'cancelled', []);
        const result = [];
        for (let i = 0; i < cancelled.length; i++) {
            result.push (this.safeOrder ({ 'info': cancelled[i], 'id': this.safeString (cancelled[i], 'id'), 'status': 'canceled' }));
        }
        return result;
    }

    /**
     * @method
     * @name kontor#fetchOrder
     * @description fetches information on an order made by the user
     * @param {string} id order id
     * @param {string} [symbol] unified symbol of the market the order was made in
     * @param {object} [params] extra parameters specific to the exchange API endpoint
     * @param {string} [params.clientOrderId] the newest order of this name, in place of an id
     * @returns {object} an order structure
     */
    async fetchOrder (id: string, symbol: Str = undefined, params = {}): Promise<Order> {
        await this.loadMarkets ();
        const clientOrderId = this.safeString2 (params, 'clientOrderId', 'client_id');
        const request: Dict = {};
        if (clientOrderId !== undefined) {
            request['client_id'] = clientOrderId;
        } else {
            request['id'] = id;
        }
        const response = await this.privateGetCoinOrder (this.extend (request, this.omit (params, [ 'clientOrderId' ])));
        return this.parseOrder (this.safeDict (response, 'message', {}));
    }

    async fetchOrdersByStatus (status: Int, symbol: Str = undefined, since: Int = undefined, limit: Int = undefined, params = {}): Promise<Order[]> {
        await this.loadMarkets ();
        const request: Dict = {};
        let market = undefined;
        if (symbol !== undefined) {
            market = this.market (symbol);
            request['symbol'] = market['id'];
        }
        if (status !== undefined) {
            request['status'] = status;
        }
        if (limit !== undefined) {
            request['limit'] = Math.min (limit, 50);
        }
        const response = await this.privateGetCoinOrders (this.extend (request, params));
        const message = this.safeDict (response, 'message', {});
        return this.parseOrders (this.safeList (message, 'orders', []), market, since, limit);
    }

    /**
     * @method
     * @name kontor#fetchOrders
     * @description fetches information on multiple orders made by the user
     * @param {string} [symbol] unified market symbol of the market orders were made in
     * @param {int} [since] the earliest time in ms to fetch orders for
     * @param {int} [limit] the maximum number of order structures to retrieve, at most 50
     * @param {object} [params] extra parameters specific to the exchange API endpoint
     * @returns {Order[]} a list of order structures
     */
    async fetchOrders (symbol: Str = undefined, since: Int = undefined, limit: Int = undefined, params = {}): Promise<Order[]> {
        return await this.fetchOrdersByStatus (undefined, symbol, since, limit, params);
    }

    /**
     * @method
     * @name kontor#fetchOpenOrders
     * @description fetch all unfilled currently open orders
     * @param {string} [symbol] unified market symbol
     * @param {int} [since] the earliest time in ms to fetch open orders for
     * @param {int} [limit] the maximum number of open orders structures to retrieve
     * @param {object} [params] extra parameters specific to the exchange API endpoint
     * @returns {Order[]} a list of order structures
     */
    async fetchOpenOrders (symbol: Str = undefined, since: Int = undefined, limit: Int = undefined, params = {}): Promise<Order[]> {
        return await this.fetchOrdersByStatus (1, symbol, since, limit, params);
    }

    /**
     * @method
     * @name kontor#fetchClosedOrders
     * @description fetches information on multiple closed orders made by the user
     * @param {string} [symbol] unified market symbol of the market orders were made in
     * @param {int} [since] the earliest time in ms to fetch orders for
     * @param {int} [limit] the maximum number of order structures to retrieve
     * @param {object} [params] extra parameters specific to the exchange API endpoint
     * @returns {Order[]} a list of order structures
     */
    async fetchClosedOrders (symbol: Str = undefined, since: Int = undefined, limit: Int = undefined, params = {}): Promise<Order[]> {
        return await this.fetchOrdersByStatus (2, symbol, since, limit, params);
    }

    /**
     * @method
     * @name kontor#fetchCanceledOrders
     * @description fetches information on multiple canceled orders made by the user
     * @param {string} [symbol] unified market symbol of the market orders were made in
     * @param {int} [since] the earliest time in ms to fetch orders for
     * @param {int} [limit] the maximum number of order structures to retrieve
     * @param {object} [params] extra parameters specific to the exchange API endpoint
     * @returns {Order[]} a list of order structures
     */
    async fetchCanceledOrders (symbol: Str = undefined, since: Int = undefined, limit: Int = undefined, params = {}): Promise<Order[]> {
        return await this.fetchOrdersByStatus (3, symbol, since, limit, params);
    }

    parseOrderStatus (status: Str) {
        const statuses: Dict = {
            '1': 'open',
            '2': 'closed',
            '3': 'canceled',
        };
        return this.safeString (statuses, status, status);
    }

    parseOrder (order: Dict, market: Market = undefined): Order {
        const timestamp = this.safeInteger (order, 'created_ms');
        const kind = this.safeString (order, 'kind');
        const side = (this.safeInteger (order, 'type') === 1) ? 'buy' : 'sell';
        market = this.safeMarket (this.safeString (order, 'symbol'), market, '/');
        let timeInForce = 'GTC';
        if (kind === 'post_only') {
            timeInForce = 'PO';
        } else if ((kind === 'ioc') || (kind === 'market')) {
            timeInForce = (this.safeString (order, 'tif') === 'fok') ? 'FOK' : 'IOC';
        }
        const feeCost = this.safeString (order, 'fee');
        const feeCurrency = (side === 'buy') ? market['base'] : market['quote'];
        const updated = this.safeInteger (order, 'updated_ms');
        const filled = this.safeString (order, 'filled_amount');
        return this.safeOrder ({
            'info': order,
            'id': this.safeString (order, 'id'),
            'clientOrderId': this.safeString (order, 'client_id'),
            'timestamp': timestamp,
            'datetime': this.iso8601 (timestamp),
            'lastTradeTimestamp': Precise.stringGt (filled, '0') ? updated : undefined,
            'lastUpdateTimestamp': updated,
            'symbol': market['symbol'],
            'type': (kind === 'market') ? 'market' : 'limit',
            'timeInForce': timeInForce,
            'postOnly': kind === 'post_only',
            'side': side,
            'price': this.omitZero (this.safeString (order, 'target_price')),
            'amount': this.omitZero (this.safeString (order, 'trade_amount')),
            'cost': this.safeString (order, 'filled_total'),
            'average': this.safeString (order, 'trade_price'),
            'filled': filled,
            'status': this.parseOrderStatus (this.safeString (order, 'status')),
            'fee': { 'cost': feeCost, 'currency': feeCurrency },
        }, market);
    }

    /**
     * @method
     * @name kontor#fetchMyTrades
     * @description fetch all trades made by the user
     * @param {string} [symbol] unified market symbol
     * @param {int} [since] the earliest time in ms to fetch trades for
     * @param {int} [limit] the maximum number of trades structures to retrieve, at most 50
     * @param {object} [params] extra parameters specific to the exchange API endpoint
     * @returns {Trade[]} a list of trade structures
     */
    async fetchMyTrades (symbol: Str = undefined, since: Int = undefined, limit: Int = undefined, params = {}): Promise<Trade[]> {
        await this.loadMarkets ();
        const request: Dict = {};
        let market = undefined;
        if (symbol !== undefined) {
            market = this.market (symbol);
            request['symbol'] = market['id'];
        }
        if (limit !== undefined) {
            request['limit'] = Math.min (limit, 50);
        }
        const response = await this.privateGetCoinTrades (this.extend (request, params));
        const message = this.safeDict (response, 'message', {});
        return this.parseTrades (this.safeList (message, 'fills', []), market, since, limit);
    }

    /**
     * @method
     * @name kontor#fetchOrderTrades
     * @description fetch all the trades made from a single order
     * @param {string} id order id
     * @param {string} [symbol] unified market symbol
     * @param {int} [since] the earliest time in ms to fetch trades for
     * @param {int} [limit] the maximum number of trades to retrieve
     * @param {object} [params] extra parameters specific to the exchange API endpoint
     * @returns {object[]} a list of trade structures
     */
    async fetchOrderTrades (id: string, symbol: Str = undefined, since: Int = undefined, limit: Int = undefined, params = {}): Promise<Trade[]> {
        return await this.fetchMyTrades (symbol, since, limit, this.extend ({ 'order_id': id }, params));
    }

    sign (path, api = 'public', method = 'GET', params = {}, headers = undefined, body = undefined) {
        let url = this.urls['api'][api] + '/' + path;
        const idempotencyKey = this.safeString (params, 'idempotencyKey');
        const query = this.omit (params, 'idempotencyKey');
        headers = { 'language-mark': 'en' };
        if (api === 'private') {
            this.checkRequiredCredentials ();
            headers['Authorization'] = 'Bearer ' + this.apiKey;
        }
        if (method === 'POST') {
            headers['Content-Type'] = 'application/json';
            // a change that is sent again with the same key has one effect
            headers['Idempotency-Key'] = (idempotencyKey === undefined) ? this.uuid () : idempotencyKey;
            body = this.json (query);
        } else if (Object.keys (query).length) {
            url += '?' + this.urlencode (query);
        }
        return { 'url': url, 'method': method, 'body': body, 'headers': headers };
    }

    handleErrors (httpCode: int, reason: string, url: string, method: string, headers: Dict, body: string, response, requestHeaders, requestBody) {
        if (response === undefined) {
            return undefined; // fallback to default error handler
        }
        const type = this.safeString (response, 'type');
        if (type === 'ok') {
            return undefined;
        }
        const code = this.safeString (response, 'reason');
        const feedback = this.id + ' ' + body;
        this.throwExactlyMatchedException (this.exceptions['exact'], code, feedback);
        if (type !== undefined) {
            throw new ExchangeError (feedback);
        }
        return undefined;
    }
}
