"""The field's Chinese terms, and the frames of Chinese questions, in English.

A question in Chinese is turned into English words in the same order. That is no translation to
read, but enough to look for: Latin names stay, and what is not known stays as it was typed.
"""

import re
from functools import lru_cache

_TERMS = """
联邦持续学习=federated continual learning|联邦学习=federated learning|持续学习=continual learning
终身学习=lifelong learning|增量学习=incremental learning|深度学习=deep learning|机器学习=machine learning
强化学习=reinforcement learning|监督学习=supervised learning|无监督=unsupervised|自监督=self-supervised
半监督=semi-supervised|弱监督=weakly supervised|对比学习=contrastive learning|表示学习=representation learning
表征学习=representation learning|迁移学习=transfer learning|元学习=meta-learning|多任务学习=multi-task learning
多任务=multi-task|多视图=multi-view|多视角=multi-view|多模态=multimodal|多目标优化=multi-objective optimization
多目标=multi-objective|多标签=multi-label|多智能体=multi-agent|智能体=agent|上下文学习=in-context learning
小样本=few-shot|零样本=zero-shot|主动学习=active learning|在线学习=online learning|模仿学习=imitation learning
离线强化学习=offline reinforcement learning|离线=offline|偏好优化=preference optimization|偏好=preference
大语言模型=large language model|大型语言模型=large language model|大模型=large language model
语言模型=language model|视觉语言模型=vision-language model|扩散模型=diffusion model|扩散=diffusion
生成模型=generative model|基础模型=foundation model|世界模型=world model|奖励模型=reward model
专家混合=mixture of experts|混合专家=mixture of experts|流匹配=flow matching|模型合并=model merging
模型融合=model merging|合并=merging|融合=fusion|集成=ensemble|剪枝=pruning|量化=quantization|蒸馏=distillation
稀疏=sparse|低秩=low-rank|微调=fine-tuning|预训练=pre-training|后训练=post-training|训练=training
推理加速=inference acceleration|推理=reasoning inference|注意力=attention|变换器=transformer|卷积=convolution
图神经网络=graph neural network|神经网络=neural network|网络=network|自编码器=autoencoder|嵌入=embedding
提示=prompt|检索增强=retrieval-augmented|检索=retrieval|排序=ranking|推荐系统=recommender system
推荐=recommendation|聚类=clustering|分类=classification|回归=regression|预测=prediction|检测=detection
分割=segmentation|识别=recognition|生成=generation|翻译=translation|摘要生成=summarization
问答=question answering|组合优化=combinatorial optimization|贝叶斯优化=Bayesian optimization|贝叶斯=Bayesian
优化=optimization|优化器=optimizer|凸=convex|非凸=non-convex|梯度=gradient|学习率=learning rate
收敛速度=convergence rate|收敛率=convergence rate|收敛=convergence|遗憾界=regret bound|遗憾=regret
泛化=generalization|过拟合=overfitting|正则化=regularization|损失=loss|奖励=reward|策略=policy
价值函数=value function|老虎机=bandit|探索=exploration|高斯过程=Gaussian process|核=kernel
最优传输=optimal transport|采样=sampling|变分=variational|概率=probability|分布外=out-of-distribution
分布=distribution|先验=prior|后验=posterior|不确定性=uncertainty|因果=causal|公平=fairness|隐私=privacy
差分隐私=differential privacy|安全=safety|对抗攻击=adversarial attack|对抗=adversarial|鲁棒性=robustness
鲁棒=robust|稳健=robust|可解释性=interpretability|可解释=interpretable|对齐=alignment|幻觉=hallucination
水印=watermark|遗忘学习=unlearning|灾难性遗忘=catastrophic forgetting|遗忘=forgetting|长尾=long-tailed
类别不平衡=class imbalance|不平衡=imbalance|缺失视图=missing views|缺失=missing|噪声=noise|异常=anomaly
异构=heterogeneous|个性化=personalized|客户端=client|服务器=server|通信=communication|分布式=distributed
并行=parallel|异步=asynchronous|同步=synchronous|编译器=compiler|硬件=hardware|显存=memory|内存=memory
延迟=latency|吞吐=throughput|加速=speedup|速度=speed|效率=efficiency|复杂度=complexity|参数=parameters
准确率=accuracy|精度=accuracy|召回=recall|性能=performance|提升=gain|提高=improvement|平均=average|误差=error
下降=decrease|缩放定律=scaling law|规模=scale|上下文=context|长上下文=long context|词元=token
思维链=chain-of-thought|代码生成=code generation|数学=mathematical|科学=scientific|医学=medical|医疗=medical
临床=clinical|影像=imaging|放射=radiology|报告生成=report generation|蛋白质=protein|分子=molecule|药物=drug
基因=gene|基因组=genome|材料=materials|物理=physics|气候=climate|天气=weather|机器人=robot
自动驾驶=autonomous driving|图像=image|视频=video|语音=speech|音频=audio|文本=text|点云=point cloud|三维=3D
时间序列=time series|时序=time series|表格=tabular|图=graph|超图=hypergraph|几何=geometry|流形=manifold
对称=symmetry|谱=spectral|矩阵=matrix|张量=tensor|微分方程=differential equation|算子=operator|博弈=game
理论=theory|下界=lower bound|上界=upper bound|界=bound|样本复杂度=sample complexity|样本=sample|标签=label
数据增强=data augmentation|数据=data|任务=task|模型=model|特征=feature|初始化=initialization|层=layer|宽度=width
深度=depth|前向=forward pass|反向传播=backpropagation|反向=backward pass|专家=expert|路由=routing|适配器=adapter
目标函数=objective function|目标=objective|约束=constraint|平衡=balance|冲突=conflict|干扰=interference
支持=support|平台=platform|快=faster|更快=faster|实验=experiments|学习=learning|系统=system|框架=framework
机制=mechanism|模块=module|推测解码=speculative decoding|投机解码=speculative decoding|解码=decoding|键值缓存=KV cache
缓存=cache|淘汰=eviction|全局=global|局部=local|类别=class|类增量=class-incremental|编码器=encoder|解码器=decoder
生成式=generative|判别=discriminative|自回归=autoregressive|越狱=jailbreak|红队=red teaming|对话=dialogue|用户=user
推断=inference|因果推断=causal inference|因果发现=causal discovery|域适应=domain adaptation|领域适应=domain adaptation
域泛化=domain generalization|知识蒸馏=knowledge distillation|知识图谱=knowledge graph|知识=knowledge|压缩=compression
采集=acquisition|标注=annotation|奖励模型=reward model|奖励黑客=reward hacking|人类反馈=human feedback|人类=human
规划=planning|控制=control|世界模型=world model|工具=tool|记忆=memory|长视频=long video|视频理解=video understanding
水稻=rice|股票=stock|金融=finance|教育=education|法律=legal|音乐=music|遥感=remote sensing|地球=earth
"""

_FRAMES = """
哪些论文=which papers|哪些文章=which papers|哪几篇论文=which papers|哪几篇=which papers|哪些工作=which papers
哪篇论文=which paper|哪篇文章=which paper|哪篇=which paper|有没有论文=which papers|有没有文章=which papers
有没有代码=does it have code|多少篇论文=how many papers|多少篇=how many papers|几篇论文=how many papers
几篇=how many papers|相关论文=papers about|论文有哪些=which papers|找一下=find papers|查找=find papers
有哪些=which papers|多少倍=how much times|多少=how much|几倍=how much times|几个=how many|多快=how much faster
多久=how long|多长时间=how long|多大=how large|源代码=code|代码地址=where is the code|代码链接=where is the code
开源=is the code available|代码=code|在哪里=where is|在哪=where is|哪里=where is|什么是=what is
是什么意思=what does it mean|是什么=what is|是做什么的=what does it do|做什么=what does it do
干什么=what does it do|什么数据集=which datasets|哪些数据集=which datasets|数据集=datasets|基准=benchmarks
什么=what|哪些=which|哪个=which|为什么=why|为何=why|如何=how|怎么样=how|怎么=how|怎样=how|是否=does|能否=can
可以=can|能不能=can|吗=does|作者是谁=who wrote|谁写的=who wrote|作者=who wrote|谁=who
有什么区别=difference between|有何区别=difference between|区别=difference between|有什么不同=difference between
不同=different|比较=compare|对比=compare|第一个=the first one|第一篇=the first one|第二个=the second one
第二篇=the second one|第三个=the third one|第三篇=the third one|第四个=the fourth one|第四篇=the fourth one
第五个=the fifth one|第五篇=the fifth one|最后一个=the last one|最后一篇=the last one|这篇论文=this paper
该论文=this paper|这篇=this paper|那篇=that paper|这些=these|它们=they|它=it|还有吗=any others
还有别的=any others|还有其他=any others|其他的呢=any others|其他=others|介绍一下=tell me about
介绍=tell me about|讲讲=tell me about|总结=summarize|论文=papers|文章=papers|方法=method|研究=papers|关于=about
处理=deal with|使用=use|用了=use|提出=propose|评估=evaluated|测试=tested|比基线=than baselines|基线=baselines
基准=benchmark|相比=than|减少=reduce|节省=save|能量=energy|能耗=energy|去中心化=decentralized
遗忘=unlearning forgetting|谢谢=thanks|多谢=thanks|感谢=thanks|你好=hello|您好=hello|早上好=hello|再见=bye
帮助=help|怎么用=how do I use this|你是谁=who are you|你能做什么=what can you do|好的=ok|太好了=great|不错=nice
请问=please|请=please|没有=no|不需要=no|无需=no|不依赖=no
需要=need|依赖=rely on|要求=require|有代码=have code|给出代码=give code|和=and|与=and|或=or|还是=or
"""

_PARTICLES = re.compile(r"[的了在是有呢啊吧把被对到从为以及等中上下里也都就还要会能用让给吗么哦呀嘛得地这那个篇些]+")
_HAN = re.compile(r"[\u3400-\u9fff]")
_MARKS = str.maketrans("？！，。：；、（）【】", "?!,.:;,()[]")


def is_chinese(text: str) -> bool:
    """Whether *text* has Chinese characters."""
    return bool(_HAN.search(text))


def to_english(text: str) -> str:
    """*text* with Chinese terms and frames in English; what is not known stays."""
    if not is_chinese(text):
        return text
    table = _table()
    shown = _longest_first().sub(lambda found: f" {table[found.group()]} ", text.translate(_MARKS))
    return " ".join(_PARTICLES.sub(" ", shown).split())


@lru_cache(maxsize=1)
def _table() -> dict[str, str]:
    pairs = (entry.split("=") for lines in (_TERMS, _FRAMES) for line in lines.split("\n") for entry in line.split("|"))
    return {pair[0]: pair[1] for pair in pairs if len(pair) == 2}


@lru_cache(maxsize=1)
def _longest_first() -> re.Pattern[str]:
    return re.compile("|".join(sorted(map(re.escape, _table()), key=len, reverse=True)))
